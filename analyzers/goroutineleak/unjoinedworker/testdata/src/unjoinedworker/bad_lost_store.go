package main

import (
	"context"
	"log"
	"net/http"
)

type responseLog interface {
	StoreResponseLog(ctx context.Context, id, status string) error
}

type ResponseRepository interface{ responseLog }

type recorderService struct{ repo ResponseRepository }

// The response is on its way when its record is stored.
func (s *recorderService) modify(res *http.Response) error {
	clone := *res
	go func() { // want `the call of StoreResponseLog at line \d+ is lost when the program ends: nothing waits for the goroutine`
		if err := s.repo.StoreResponseLog(context.Background(), "1", clone.Status); err != nil {
			log.Print(err)
		}
	}()
	return nil
}
