package main

import (
	"fmt"
	"time"
)

// A program that ends when its work is done takes its goroutines with it.
func main() {
	go progress()
	go func() {
		for range time.Tick(time.Minute) {
			fmt.Println("still at work")
		}
	}()
	fmt.Println(work())
}

func progress() {
	for { // want `goroutine started at line \d+ cannot be stopped`
		fmt.Print(".")
		time.Sleep(time.Second)
	}
}

func work() int {
	n := 0
	for i := range 1000 {
		n += i
	}
	return n
}
