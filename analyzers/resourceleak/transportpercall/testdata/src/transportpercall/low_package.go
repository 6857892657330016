package transportpercall

import "example.com/clients"

// The clone closes connections that are not used for a while.
func (s *scale) Notify(address string) error {
	client, err := clients.NewValue(address) // want `each call of Notify makes a transport of its own by clients.NewValue`
	if err != nil {
		return err
	}
	resp, err := client.Get(address)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
