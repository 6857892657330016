package blockedreceive

// One receive more than sends.
func sumOfOneMore(f func() int) int {
	results := make(chan int)
	for range 5 {
		go func() { results <- f() }()
	}
	n := 0
	for range 6 {
		n += <-results // want `receive from results blocks forever: nothing is left that could unblock it`
	}
	return n
}
