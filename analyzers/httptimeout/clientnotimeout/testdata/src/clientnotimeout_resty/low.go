package resty

import "github.com/go-resty/resty/v2"

// The caller may set one.
func Client() *resty.Client {
	client := resty.New() // want `resty.New has no limit`
	return client
}
