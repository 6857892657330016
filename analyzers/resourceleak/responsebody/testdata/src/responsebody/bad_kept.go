package responsebody

import (
	"context"

	"github.com/gophercloud/gophercloud/v2"
)

// quotaStatus asks for the body, and drops it.
func quotaStatus(ctx context.Context, c *gophercloud.ServiceClient, url string) error {
	_, err := c.Get(ctx, url, nil, &gophercloud.RequestOpts{KeepResponseBody: true}) // want `the response of c.Get is dropped`
	return err
}
