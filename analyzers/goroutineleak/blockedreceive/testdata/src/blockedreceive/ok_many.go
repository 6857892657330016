package blockedreceive

// Nope. There are as many receives as sends.
func sumOfMany(f func() int) int {
	results := make(chan int)
	const count = 5
	for range count {
		go func() { results <- f() }()
	}
	n := 0
	for range count {
		r := <-results
		if r == 0 {
			continue
		}
		n += r
	}
	return n
}
