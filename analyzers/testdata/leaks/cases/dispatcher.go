//leak:pattern Dispatcher whose consumer leaves
//leak:source seen in services; LeakProf
//leak:reported goroutineleak/blocked-send

package cases

import "context"

func init() {
	All["dispatcher"] = func() {
		ctx, cancel := context.WithCancel(context.Background())
		d := &dispatcher{jobs: make(chan int), results: make(chan int)}
		go d.work()
		d.jobs <- 1
		cancel()
		d.collect(ctx)
		close(d.jobs)
	}
}

type dispatcher struct {
	jobs    chan int
	results chan int
}

func (d *dispatcher) work() {
	for job := range d.jobs {
		_ = work()
		d.results <- job + 1
	}
}

func (d *dispatcher) collect(ctx context.Context) (sum int) {
	for {
		select {
		case n := <-d.results:
			sum += n
		case <-ctx.Done():
			return sum
		}
	}
}
