package exitinhandler

import (
	"log"
	"os"
	"sync"
)

// What arrives are errors that end the program, and signals.
func collect(errs <-chan error, signals <-chan os.Signal) {
	go func() {
		for err := range errs {
			log.Fatal(err)
		}
	}()
	go func() {
		for range signals {
			log.Fatal("interrupted")
		}
	}()
}

// No goroutine is started with the loop: it is the work of the program.
func weighHere(parcels <-chan parcel) {
	for p := range parcels {
		if err := weigh(p); err != nil {
			log.Fatal(err)
		}
	}
}

// The exit comes before the first item.
func weighLater(parcels <-chan parcel) *sync.WaitGroup {
	wg := new(sync.WaitGroup)
	wg.Go(func() {
		if err := os.Chdir("parcels"); err != nil {
			log.Fatal(err)
		}
		for p := range parcels {
			if err := weigh(p); err != nil {
				log.Print(err)
			}
		}
	})
	return wg
}
