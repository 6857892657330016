// Package gophercloud is a stub of github.com/gophercloud/gophercloud/v2.
package gophercloud

import (
	"context"
	"net/http"
)

type RequestOpts struct {
	OkCodes          []int
	KeepResponseBody bool
}

type ServiceClient struct{}

func (*ServiceClient) Get(ctx context.Context, url string, response any, opts *RequestOpts) (*http.Response, error) {
	return nil, nil
}

func (*ServiceClient) Delete(ctx context.Context, url string, opts *RequestOpts) (*http.Response, error) {
	return nil, nil
}
