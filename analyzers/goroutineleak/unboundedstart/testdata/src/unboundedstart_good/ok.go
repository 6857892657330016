// Package unboundedstart handles as many lines at a time as there are slots.
package unboundedstart

import (
	"bufio"
	"sync"
)

type message struct{ key string }

func handle(message) {}

func lines(sc *bufio.Scanner) {
	slots := make(chan struct{}, 8)
	var wg sync.WaitGroup
	for sc.Scan() {
		line := sc.Text()
		slots <- struct{}{}
		wg.Add(1)
		go func() {
			defer wg.Done()
			defer func() { <-slots }()
			handle(message{line})
		}()
	}
	wg.Wait()
}
