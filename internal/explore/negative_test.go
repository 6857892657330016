package explore

import "testing"

// A number that is known to be negative counts nothing: what makes something of it is not explored, and the
// rest is.
func TestNegativeCount(t *testing.T) {
	t.Parallel()
	prog, pkg := build(t, `package p

func F(n int) {
	ch := make(chan int)
	go func() { ch <- 1 }()
	if n < 0 {
		_ = make([]int, n)
		return
	}
	<-ch
}
`)
	lines, _ := stuckLines(newMachine(prog), pkg.Func("F"), 1000)
	if lines[10] {
		t.Error("the receive is reported, which the send unblocks")
	}
}
