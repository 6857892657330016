package blockedsend

// The goroutine sends when it has been handed a request, and each is waited for.
type asked struct {
	record string
	done   chan error
}

func consume(next func() (string, error)) error {
	one := asked{done: make(chan error)}
	requests := make(chan *asked)
	defer close(requests)
	go answer(requests)
	for {
		record, err := next()
		if err != nil {
			return err
		}
		one.record = record
		requests <- &one
		if err := <-one.done; err != nil {
			println(err.Error())
		}
	}
}

func answer(requests chan *asked) {
	for r := range requests {
		println(r.record)
		r.done <- nil
	}
}
