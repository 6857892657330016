package jobs

import "net/http"

func Order(url string) (*http.Request, error) { // want Order:`lasting`
	return http.NewRequest("POST", url, nil)
}

func Ask(url string) (*http.Request, error) {
	return http.NewRequest("GET", url, nil)
}
