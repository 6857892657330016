package recoverendsloop

import (
	"log"
	"net"
)

// Each job has a guard of its own, and the one outside is the last resort.
func (p *pool) guarded() {
	go func() {
		defer logPanic()
		for j := range p.jobs {
			p.one(j)
		}
	}()
}

func (p *pool) one(j job) {
	defer logPanic()
	j.run()
}

// Who starts it calls it again.
func (p *pool) supervised() {
	go func() {
		for {
			p.loop()
		}
	}()
}

func (p *pool) loop() {
	defer logPanic()
	for j := range p.jobs {
		j.run()
	}
}

// The handler starts another one.
func (p *pool) again() {
	defer func() {
		if r := recover(); r != nil {
			log.Print(r)
			go p.again()
		}
	}()
	for j := range p.jobs {
		j.run()
	}
}

func (p *pool) begin() { go p.again() }

// The connection ends with its writer, and its reader with that.
func write(nc net.Conn, out <-chan []byte, encode func([]byte) []byte) {
	go func() {
		defer nc.Close()
		defer logPanic()
		for msg := range out {
			if _, err := nc.Write(encode(msg)); err != nil {
				return
			}
		}
	}()
}

// It does one thing, and ends.
func once(jobs <-chan job) {
	go func() {
		defer logPanic()
		j := <-jobs
		j.run()
	}()
}

// Nothing of the service is called.
func count(jobs <-chan job) {
	go func() {
		defer logPanic()
		n := 0
		for range jobs {
			n++
		}
		log.Print(n)
	}()
}
