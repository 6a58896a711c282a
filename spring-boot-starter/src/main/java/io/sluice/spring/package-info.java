/**
 * Sluice in Spring Boot: an application with {@code sluice-spring-boot-starter} is a node of a
 * cluster, described by properties, and its methods hold locks.
 *
 * <pre>{@code
 * @SluiceLock("invoice-#{#id}")
 * public void send(long id) {
 *   store.put(id, CurrentLease.fence());
 * }
 * }</pre>
 *
 * <p>Start reading at {@link io.sluice.spring.SluiceAutoConfiguration}, which says what an
 * application gets, and {@link io.sluice.spring.SluiceLock}. {@code docs/spring.md} is the guide.
 *
 * <p>This package is API: its public types change only with a note in the changelog.
 */
package io.sluice.spring;
