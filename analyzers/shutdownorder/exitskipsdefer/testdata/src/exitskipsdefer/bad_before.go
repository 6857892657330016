package main

import (
	"log"

	"example.com/store"
)

// The exit and the deferred call stand in one block.
func refuse(s *store.Store) error {
	defer s.Close()
	err := s.Put("k", "v")
	if err == nil {
		return nil
	}
	log.Fatal(err) // want `log\.Fatal skips the deferred s\.Close \(line \d+\)`
	return err
}

// The goroutine gives up on the process, and on what it has written itself.
func givesUpLate(s *store.Store) {
	go func() {
		defer s.Close()
		_ = s.Put("k", "v")
		if err := work(s); err != nil {
			log.Fatal(err) // want `log\.Fatal skips the deferred s\.Close \(line \d+\)`
		}
	}()
}
