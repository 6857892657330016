//leak:pattern Two goroutines that wait for each other
//leak:source GCatch, circular wait
//leak:reported goroutineleak/blocked-receive

package cases

func init() { All["circular-wait"] = circularWait }

func circularWait() {
	ping, pong := make(chan int), make(chan int)
	go func() {
		<-pong
		ping <- 1
	}()
	go func() {
		<-ping
		pong <- 1
	}()
}
