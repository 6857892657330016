package lockorder

import (
	"lockorder/lending"
	"lockorder/passes"
)

// Each of the two packages calls the other one's interface under its lock; neither knows which type that is.
func openLibrary() (*lending.Desk, *passes.Office) {
	office := passes.NewOffice()
	desk := lending.NewDesk(office)
	office.SetDesk(desk) // want `lock order inversion, which can deadlock: passes.Recaller.Recall of lending.Desk acquires lending.Desk.mu while passes.Office.mu is held at .*passes.go:\d+, and in the opposite order at .*lending.go:\d+`
	return desk, office
}
