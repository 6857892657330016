package busyloop

// Two channels, one after the other.
func either(a, b <-chan int, out func(int)) {
	for {
		select {
		case n := <-a:
			out(n)
		default:
		}
		select {
		case n := <-b:
			out(n)
		default: // want `takes a whole core`
		}
	}
}
