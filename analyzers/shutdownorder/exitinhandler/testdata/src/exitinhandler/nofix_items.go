package exitinhandler

import (
	"errors"
	"log"
	"os"
	"sync"
	"time"
)

type parcel struct{ weight int }

func weigh(p parcel) error {
	if p.weight == 0 {
		return errors.New("no weight")
	}
	return nil
}

// One parcel ends the work on all others.
func weighAll(parcels <-chan parcel) {
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for p := range parcels {
				if err := weigh(p); err != nil {
					log.Fatalf("weigh %d: %v", p.weight, err) // want `one item ends the process, and with it all other work: log\.Fatalf exits in a function literal of weighAll`
				}
			}
		})
	}
	wg.Wait()
}

type sorter struct {
	in   chan parcel
	done chan struct{}
}

func newSorter() *sorter {
	s := &sorter{in: make(chan parcel), done: make(chan struct{})}
	go s.run()
	return s
}

func (s *sorter) run() {
	tick := time.NewTicker(time.Minute)
	defer tick.Stop()
	for {
		select {
		case p := <-s.in:
			s.sort(p)
		case <-tick.C:
			if err := s.sweep(); err != nil {
				log.Print(err)
				os.Exit(1) // want `one periodic pass ends the process`
			}
		case <-s.done:
			return
		}
	}
}

func (s *sorter) sort(p parcel) {
	if err := weigh(p); err != nil {
		log.Fatal(err) // want `one item ends the process, and with it all other work: log\.Fatal exits in run`
	}
}

func (s *sorter) sweep() error { return nil }
