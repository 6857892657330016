package deferinloop

import (
	"encoding/json"
	"io"
	"net/http"
)

// Each body is read to its end, and its connection is let go.
func collect(client *http.Client, urls []string) (all [][]byte, err error) {
	for _, url := range urls {
		resp, err := client.Get(url)
		if err != nil {
			return nil, err
		}
		defer resp.Body.Close() // want `resp\.Body\.Close runs when the function returns`
		data, err := io.ReadAll(resp.Body)
		if err != nil {
			return nil, err
		}
		all = append(all, data)
	}
	return all, nil
}

type blobs interface {
	Reader(hash string) (io.ReadCloser, error)
}

// What implements the interface may return a reader of memory.
func decodeAll(b blobs, hashes []string) (all []map[string]string, err error) {
	for _, hash := range hashes {
		r, err := b.Reader(hash)
		if err != nil {
			return nil, err
		}
		defer r.Close() // want `r\.Close runs when the function returns`
		var v map[string]string
		if err := json.NewDecoder(r).Decode(&v); err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, nil
}
