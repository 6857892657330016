package blockedreceive

// What wait waits for is not known.
func linesAndError(load func() ([]string, error), done func()) (<-chan string, *error) {
	out, failed := make(chan string), new(error)
	go func() {
		list, err := load()
		if err != nil {
			*failed = err
			return
		}
		if len(list) == 0 {
			done()
			return
		}
		for _, line := range list {
			out <- line
		}
		close(out)
	}()
	return out, failed
}

func printUnlessFailed(load func() ([]string, error), wait func(), done func()) {
	out, failed := linesAndError(load, done)
	if wait(); *failed != nil {
		return
	}
	for line := range out { // want `range over out blocks forever: nothing is left that could unblock it .*low confidence`
		handle(line)
	}
}
