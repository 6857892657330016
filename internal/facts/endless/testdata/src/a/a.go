package a

import (
	"os"
	"os/signal"
	"time"
)

type Poller struct{ stop chan struct{} }

func (p *Poller) Run(d time.Duration) { // want Run:"endless"
	for {
		time.Sleep(d)
		poll()
	}
}

func (p *Poller) Serve() { p.loop() } // want Serve:"endless"

func (p *Poller) loop() {
	for range time.Tick(time.Second) {
		poll()
	}
}

func (p *Poller) Stoppable() {
	for {
		select {
		case <-p.stop:
			return
		case <-time.After(time.Second):
			poll()
		}
	}
}

func Signals() {
	ch := make(chan os.Signal, 1)
	signal.Notify(ch, os.Interrupt)
	for {
		<-ch
		poll()
	}
}

// Beat runs for the life of the process.
func Beat() {
	for {
		time.Sleep(time.Second)
	}
}

func Work(jobs chan func()) {
	for job := range jobs {
		job()
	}
}

func poll() {}

func Enabled(on bool) { // want Enabled:"endless"
	if !on {
		return
	}
	for {
		time.Sleep(time.Second)
		poll()
	}
}
