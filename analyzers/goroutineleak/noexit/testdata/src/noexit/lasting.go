package noexit

import (
	"os"
	"sync"
)

// It takes away what lasts.
func takeAway() { os.Remove("old") }

// Who waits for a goroutine of the package waits for ever, whatever it does.
func waited() {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		spin()
	}()
	wg.Wait()
}

func spin() {
	for { // want `goroutine started at line \d+ cannot be stopped`
		sweep()
	}
}

// It is the select that stays, whatever is called before.
func parked() {
	go func() {
		sweep()
		select {} // want `goroutine started at line \d+ is leaked`
	}()
}

// What it says beside its loop is meant.
func meant() {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		// This worker never stops.
		for {
			takeAway()
		}
	}()
	wg.Wait()
}

// What another comment says is not.
func unmeant() {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		// Each round takes one away.
		for { // want `goroutine started at line \d+ cannot be stopped`
			takeAway()
		}
	}()
	wg.Wait()
}
