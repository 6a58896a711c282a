/** Heat in a plate: three processes compute it, and one of them is killed and replaced. */
package org.example.heat;
