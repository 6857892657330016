package usedbeforeerror

import (
	"log"
	"net/http"
)

// status returns what it has not got.
func status(url string) (string, error) {
	resp, err := http.Head(url)
	status := resp.Status // want `panic where http.Head fails: resp is nil then, and is used before the error is tested, at line 12`
	if err != nil {
		return status, err
	}
	log.Print(status)
	return status, resp.Body.Close()
}
