package responsebody

import (
	"fmt"
	"net/http"
	"time"
)

// The response is dropped.
func notify(url string) {
	http.Get(url) // want `the response of http.Get is dropped, and its body is never closed`
}

func notifyErr(url string) error {
	_, err := http.Get(url) // want `the response of http.Get is dropped`
	return err
}

func notifyBlank(url string) {
	_, _ = http.Get(url) // want `the response of http.Get is dropped`
}

func notifyAll(urls []string) error {
	for _, url := range urls {
		_, err := http.Get(url) // want `the response of http.Get is dropped`
		if err != nil {
			return fmt.Errorf("%s: %w", url, err)
		}
	}
	return nil
}

func notifyTest(url string) error {
	if _, err := http.Get(url); err != nil { // want `the response of http.Get is dropped`
		return err
	}
	return nil
}

// The error is a variable that is there already.
func await(c *http.Client, url string, tries int) (err error) {
	for range tries {
		_, err = c.Get(url) // want `the response of c.Get is dropped`
		if err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	return err
}
