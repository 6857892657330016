package lockset

import "testing"

func TestContractComments(t *testing.T) {
	t.Parallel()
	for doc, want := range map[string]bool{
		"The caller must hold s.mu.":                                     true,
		"Lock must be held.":                                             true,
		"Must be called with the lock held.":                             true,
		"Must not be called with the lock held.":                         false,
		"No lock may be held by callers.":                                false,
		"It takes the mutex; callers cannot hold it.":                    false,
		"It is not to be called without holding the lock.":               true,
		"The caller holds s.mu, and must not hold t.mu.":                 true,
		"Lock not held on entry, but session is in the locked map.":      true,
		"Lock not held on entry.":                                        false,
		"It is not safe for concurrent use.":                             true,
		"The lock is held by the caller, which does not have to free it": true,
	} {
		if got := requiresLock(doc); got != want {
			t.Errorf("%q is a contract: %t", doc, got)
		}
	}
}
