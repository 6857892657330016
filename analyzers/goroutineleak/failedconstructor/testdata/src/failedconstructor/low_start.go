package failedconstructor

import "net"

// Two listeners in fields: the caller has the meter, and may stop it.
func (m *meter) Listen(first, second string) (err error) {
	m.ln, err = net.Listen("tcp", first)
	if err != nil {
		return err
	}
	m.admin, err = net.Listen("tcp", second)
	if err != nil {
		return err // want `m.Listen fails here, and m.ln, opened at line \d+, stays open: a caller whose Listen has failed does not close it`
	}
	return nil
}
