package closebeforedrain

import "testing"

// Nope. The test sends what the program only closes.
func TestRefresh(t *testing.T) {
	r := newRefresher()
	go func() { r.stop <- struct{}{} }()
	r.run()
}
