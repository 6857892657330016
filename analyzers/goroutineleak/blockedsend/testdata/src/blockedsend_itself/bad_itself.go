package blockedsenditself

// A requeuer puts what fails into its own queue again, through a helper.
type requeuer struct {
	tasks chan int
	stop  chan struct{}
}

func newRequeuer() *requeuer {
	c := &requeuer{tasks: make(chan int), stop: make(chan struct{})}
	go c.work()
	return c
}

func (c *requeuer) Close() { close(c.stop) }

func (c *requeuer) again(task int) {
	c.tasks <- task - 1 // want `send on c.tasks blocks forever after work, its receiver, leaves the loop`
}

func (c *requeuer) work() {
	for {
		select {
		case task := <-c.tasks:
			if task > 0 {
				c.again(task)
			}
		case <-c.stop:
			return
		}
	}
}
