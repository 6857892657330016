package usedbeforeerror

import (
	"errors"
	"log"
	"net/http"
)

var errPartial = errors.New("partial")

// partial returns what it has read beside the error.
func (c *channel) partial() (*history, error) {
	h := &history{}
	if c.addr == "" {
		return h, errPartial
	}
	return h, nil
}

func (c *channel) shown() []string {
	h, err := c.partial()
	if err != nil {
		log.Print(err)
	}
	return h.messages
}

func (c *channel) tested(name string) []string {
	h, err := c.history(name)
	if err != nil {
		log.Print(err)
	}
	if h == nil {
		return nil
	}
	return h.messages
}

func (c *channel) replaced(name string) []string {
	h, err := c.history(name)
	if err != nil {
		h = &history{}
	}
	return h.messages
}

func (c *channel) fatal(name string) []string {
	h, err := c.history(name)
	if err != nil {
		log.Fatal(err)
	}
	return h.messages
}

func (c *channel) asked(req *http.Request) (int, error) {
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		if resp != nil {
			return resp.StatusCode, err
		}
		return 0, err
	}
	return resp.StatusCode, resp.Body.Close()
}
