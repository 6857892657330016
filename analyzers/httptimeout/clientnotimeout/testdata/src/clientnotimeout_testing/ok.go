package tests

import (
	"net/http"

	"github.com/ory/dockertest/v3"
)

// Nope. The file is a helper of tests, as what it imports shows.
type container struct{ pool *dockertest.Pool }

func (c *container) ready(url string) bool {
	_, err := http.Get(url)
	return err == nil
}
