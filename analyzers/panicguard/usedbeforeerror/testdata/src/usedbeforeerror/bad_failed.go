package usedbeforeerror

import (
	"log"
	"net/http"
)

type history struct{ messages []string }

type channel struct{ addr string }

func (c *channel) history(name string) (*history, error) {
	if name == "" {
		return nil, http.ErrMissingFile
	}
	return &history{}, nil
}

func (c *channel) find(name, text string) (int, error) {
	h, err := c.history(name)
	if err != nil {
		log.Printf("no history: %v", err)
	}
	for i, m := range h.messages { // want `panic where c.history fails: h is nil then, and is used after the test of the error at line \d+, which does not return`
		if m == text {
			return i, nil
		}
	}
	return 0, nil
}

// serve has nothing to return.
func (c *channel) serve(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/" {
		h, err := c.history(r.URL.Query().Get("name"))
		if err != nil {
			log.Print(err)
		}
		log.Print(h.messages) // want `panic where c.history fails: h is nil then, and is used after the test of the error`
	}
}

func (c *channel) remove(req *http.Request) error {
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		resp.Body.Close() // want `panic where http.DefaultClient.Do fails: resp is nil then, and is used in the branch for the error`
		return err
	}
	return resp.Body.Close()
}
