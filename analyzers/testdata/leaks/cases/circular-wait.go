//leak:pattern Two goroutines that wait for each other
//leak:source GCatch, circular wait
//leak:silent every send has its receive; that they come in the wrong order shows only when both sides are explored together

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
