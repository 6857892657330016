// Package unlocked says which accesses lack the lock that guards their field while another one that may
// happen at the same time holds it, what proves such an access safe, and what speaks against a race. It
// asks guard for the locks and the evidence; holding, order, setup, origin, requests and threads for the
// proofs and the doubts.
package unlocked
