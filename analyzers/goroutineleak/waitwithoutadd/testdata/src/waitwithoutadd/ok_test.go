package waitwithoutadd

import "testing"

// Nope. A test starts a goroutine of its own, which the group need not count.
func TestClose(t *testing.T) {
	s, done := &service{}, make(chan struct{})
	go func() {
		defer close(done)
		s.Close(nil)
	}()
	<-done
}
