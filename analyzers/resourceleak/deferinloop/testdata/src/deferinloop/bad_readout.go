package deferinloop

import (
	"io"
	"net/http"
)

// Only some of the bodies are read.
func collectSome(client *http.Client, urls []string) (all [][]byte, err error) {
	for _, url := range urls {
		resp, err := client.Get(url)
		if err != nil {
			return nil, err
		}
		defer resp.Body.Close() // want `resp\.Body\.Close runs when the function returns`
		if resp.StatusCode == http.StatusOK {
			data, err := io.ReadAll(resp.Body)
			if err != nil {
				return nil, err
			}
			all = append(all, data)
		}
	}
	return all, nil
}

// The loop runs for as long as there is something to ask, and keeps each reader.
func follow(client *http.Client, urls <-chan string, got func([]byte)) {
	for url := range urls {
		resp, err := client.Get(url)
		if err == nil {
			defer resp.Body.Close() // want `resp\.Body\.Close runs when the function returns`
			data, _ := io.ReadAll(resp.Body)
			got(data)
		}
	}
}
