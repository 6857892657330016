package blockedreceive

// It is never ready, on purpose.
func Never() <-chan struct{} {
	return make(chan struct{})
}

// The goroutine closes it.
func (r *requests) Closed() <-chan struct{} {
	done := make(chan struct{})
	go func() {
		defer close(done)
		r.open.Wait()
	}()
	return done
}

// The caller may close it.
func (r *requests) Handed() chan struct{} {
	done := make(chan struct{})
	go r.open.Wait()
	return done
}
