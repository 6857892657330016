package blockedsend

// One of the two is left behind, whichever is chosen.
func oneOf(swap bool) string {
	left, right := make(chan string), make(chan string)
	go tell("left", left)
	go tell("right", right)
	chosen := left
	if swap {
		chosen = right
	}
	return <-chosen
}

func tell(what string, to chan<- string) { to <- what } // want `send on to blocks forever in a run of oneOf: nothing is left that could unblock it`
