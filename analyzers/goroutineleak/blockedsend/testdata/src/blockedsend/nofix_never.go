package blockedsend

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"
)

// Nobody receives before all have sent: which way the branches go makes no difference.
func neighbours(ctx context.Context, hosts []string) (list []string) {
	found := make(chan string)
	var wg sync.WaitGroup
	for _, host := range hosts {
		wg.Go(func() {
			for _, name := range pages(ctx, host) {
				found <- name // want `send on found deadlocks: the goroutines that could unblock it are blocked at line 23, or have returned`
			}
		})
	}
	wg.Wait()
	close(found)
	for name := range found {
		list = append(list, name)
	}
	return list
}

// It waits for nothing but the request: the contexts are its own.
func pages(ctx context.Context, host string) (list []string) {
	for page := 1; page <= 5; page++ {
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		name, err := peersOn(ctx, fmt.Sprintf("https://%s/peers?page=%d", host, page))
		cancel()
		if err != nil {
			return list
		}
		if name == "" {
			break
		}
		list = append(list, name)
	}
	return list
}

func peersOn(ctx context.Context, url string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return "", err
	}
	resp, err := (&http.Client{Timeout: time.Second}).Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return "", errors.New(resp.Status)
	}
	return resp.Header.Get("Name"), nil
}
