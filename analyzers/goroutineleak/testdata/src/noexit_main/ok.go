// A program without a shutdown: there is nothing the goroutine could miss.
package main

import "time"

func main() {
	go func() {
		for {
			println("tick")
			time.Sleep(time.Second)
		}
	}()
	select {}
}
