package usedbeforeerror

import (
	"log"
	"net/http"
)

// status logs what it has not got, and what it has read is used afterwards.
func status(url string) (string, error) {
	resp, err := http.Head(url)
	status := resp.Status // want `panic where http.Head fails: resp is nil then, and is used before the error is tested, at line 12`
	if err != nil {
		return "", err
	}
	log.Print(status)
	return status, resp.Body.Close()
}
