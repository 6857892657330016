package blockedreceive

import "log"

// One queue for each worker, and none is closed.
func dealOut(jobs []int) {
	queues := make([]chan int, 4)
	for i := range queues {
		queues[i] = make(chan int)
		go func() {
			for job := range queues[i] { // want `range over queues\[i\] blocks forever when dealOut returns at line \d+ without closing it`
				log.Print(job)
			}
		}()
	}
	for i, job := range jobs {
		queues[i%len(queues)] <- job
	}
}
