package lockorder

import "lockorder/hiring"

// Staff calls the interface after the release of its lock.
func hire() (*hiring.Rota, *hiring.Staff) {
	staff := hiring.NewStaff()
	rota := hiring.NewRota(staff)
	staff.SetRota(rota)
	return rota, staff
}
