// A program without a shutdown, which its goroutine could have used.
package main

import "time"

func main() {
	go func() {
		for { // want `goroutine started at line \d+ cannot be stopped`
			println("tick")
			time.Sleep(time.Second)
		}
	}()
	select {}
}
