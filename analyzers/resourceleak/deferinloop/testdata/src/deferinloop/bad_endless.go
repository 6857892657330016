package deferinloop

import (
	"context"
	"log"
	"net/http"
	"time"
)

// The condition says nothing of what the loop counts.
func probe(ctx context.Context, client *http.Client, urls []string) {
	for i := 0; ctx.Err() == nil; i++ {
		probeCtx, cancel := context.WithTimeout(ctx, 5*time.Second)
		defer cancel() // want `cancel runs when the function returns`
		req, err := http.NewRequestWithContext(probeCtx, http.MethodHead, urls[i%len(urls)], nil)
		if err != nil {
			continue
		}
		if resp, err := client.Do(req); err != nil {
			log.Print(err)
		} else {
			_ = resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
}
