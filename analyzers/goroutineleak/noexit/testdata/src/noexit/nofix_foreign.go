package noexit

import (
	"sync"
	"time"

	"noexit/rounds"
)

func pollAll(list []*rounds.Poller) {
	for _, p := range list {
		go p.Run(time.Minute) // want `goroutine cannot be stopped: nothing ends the loop of Poller.Run at noexit/rounds/rounds.go:14`
	}
}

func pollOne(p *rounds.Poller, wg *sync.WaitGroup) {
	go func() { // want `goroutine cannot be stopped: nothing ends the loop of Poller.Run`
		defer wg.Done()
		p.Run(time.Second)
	}()
}

func pollMaybe(p *rounds.Poller, often bool) {
	go p.RunUntilStop()
	go p.Beat()
	go func() {
		if often {
			p.Run(time.Second)
		}
	}()
	go p.Run(time.Hour) // there is one, for as long as the process runs
}
