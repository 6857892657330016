package responsebody

import (
	"log"
	"net/http"
)

// A deferred call in the loop would wait for the end of the function.
func watch(urls <-chan string) {
	for url := range urls {
		resp, err := http.Get(url) // want `resp.Body, opened here, is never closed`
		if err != nil {
			log.Print(err)
			continue
		}
		log.Print(resp.StatusCode)
	}
}
