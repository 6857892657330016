// Package main blocks forever, before its deferred calls.
package main

import (
	"bufio"
	"fmt"
	"os"
	"sync"
	"time"
)

type journal struct {
	mu sync.Mutex
	w  *bufio.Writer
}

func (j *journal) add(line string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	fmt.Fprintln(j.w, line)
}

func (j *journal) Close() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.w.Flush()
}

func (j *journal) ticks() {
	for now := range time.Tick(time.Second) {
		j.add(now.String())
	}
}

func main() {
	j := &journal{w: bufio.NewWriter(os.Stdout)}
	defer j.Close()
	go j.ticks()
	forever := make(chan struct{})
	<-forever // want `deferred j.Close at line 37 never runs: main blocks until SIGTERM kills the program, and nothing handles the signal`
}
