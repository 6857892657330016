package unboundedstart

import (
	"context"
	"net/http"
	"sync"
)

type courier interface {
	Deliver(ctx context.Context, address string) error
}

func deliverAll(ctx context.Context, c courier, addresses []string) {
	var wg sync.WaitGroup
	for _, address := range addresses {
		wg.Add(1)
		go func() { // want `as many goroutines send requests concurrently as there are elements of addresses: each one starts a goroutine, and nothing limits how many there are`
			defer wg.Done()
			_ = c.Deliver(ctx, address)
		}()
	}
	wg.Wait()
}

func ping(hosts map[string]string) {
	var wg sync.WaitGroup
	for _, url := range hosts {
		wg.Go(func() { pingOne(url) }) // want `as many goroutines send requests concurrently as there are elements of hosts`
	}
	wg.Wait()
}

func pingOne(url string) {
	if resp, err := http.Get(url); err == nil {
		_ = resp.Body.Close()
	}
}
