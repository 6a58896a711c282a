/** How the tests of the examples run them, as their users would. */
package org.example.running;
