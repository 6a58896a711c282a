/**
 * Records what the protocols of a live node are told and what they do, for the theatre.
 *
 * <pre>{@code
 * try (var recorder = RecordingFile.open(path, "orders", "orders-1", RecordingFile.MOST_BYTES)) {
 *   recorder.viewed(view, self);
 *   StepRecorder steps = recorder.process(view.number(), "invoice-42", algorithm, 0, layout);
 *   steps.took(new Input.Acquire<>(Claim.EXCLUSIVE));
 * }
 * }</pre>
 *
 * <p>A recording is a text file with one JSON object a line. Each step is in the file before its
 * messages are sent, so what a killed process has sent is recorded. Protocols are pure functions:
 * inputs alone give back every state, and the outputs in the file only confirm that.
 *
 * <ul>
 *   <li>{@code {"sluiceRecording":1,"cluster":"orders","node":"orders-1"}}: a node begins; a file
 *       may hold several, one after the other;
 *   <li>{@code {"view":3,"at":...,"members":[{"id":"1f-a0","name":"orders-1"}]}}: it is in a view;
 *   <li>{@code {"begins":7,"view":3,"lock":"x","protocol":"token-queue","process":0,
 *       "processes":3}}: a process of a lock's protocol begins;
 *   <li>{@code {"of":7,"at":...,"event":"receive","peer":1,"text":"Request[]","message":"AQE=",
 *       "sent":[{"to":1,"message":"Token[]"}],"granted":false}}: that process takes a step, at a
 *       time in microseconds since 1970;
 *   <li>{@code {"ends":"the node was closed","at":...}}: nothing more is recorded of this node.
 * </ul>
 *
 * <p>Internal: applications call {@code Sluice.Builder.record}.
 */
package io.sluice.cluster.recording;
