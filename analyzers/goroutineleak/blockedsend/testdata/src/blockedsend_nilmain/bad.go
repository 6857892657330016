// Command dispatch gives tasks to a worker.
package main

import "os"

type dispatcher struct {
	normal chan string
	urgent chan string // nothing makes it
}

func (d *dispatcher) submit(task string, urgent bool) {
	if urgent {
		d.urgent <- task // want `send on d.urgent blocks forever: d.urgent is nil, because nothing is assigned to it`
		return
	}
	d.normal <- task
}

func (d *dispatcher) run() {
	for {
		select {
		case <-d.urgent:
		case <-d.normal:
		}
	}
}

func main() {
	d := &dispatcher{normal: make(chan string, 16)}
	go d.run()
	for i, task := range os.Args[1:] {
		d.submit(task, i%2 == 0)
	}
}
