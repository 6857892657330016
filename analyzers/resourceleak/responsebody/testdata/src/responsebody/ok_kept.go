package responsebody

import (
	"context"

	"github.com/gophercloud/gophercloud/v2"
)

// Silent: the client has closed the body when it returns.
func quota(ctx context.Context, c *gophercloud.ServiceClient, url string) (n int, err error) {
	opts := gophercloud.RequestOpts{OkCodes: []int{200}}
	_, err = c.Get(ctx, url, &n, &opts)
	return n, err
}

func drop(ctx context.Context, c *gophercloud.ServiceClient, url string) error {
	_, err := c.Delete(ctx, url, nil)
	return err
}
